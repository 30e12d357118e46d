/** Headers whose value is one of several words, by option: name, words, and default; `false` if omitted by default. */
export const WORDS = {
  crossOriginEmbedderPolicy: [
    'Cross-Origin-Embedder-Policy',
    ['require-corp', 'credentialless', 'unsafe-none'],
    false,
  ],
  crossOriginOpenerPolicy: [
    'Cross-Origin-Opener-Policy',
    ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups', 'unsafe-none'],
    'same-origin',
  ],
  crossOriginResourcePolicy: [
    'Cross-Origin-Resource-Policy',
    ['same-origin', 'same-site', 'cross-origin'],
    'same-origin',
  ],
  xDnsPrefetchControl: ['X-DNS-Prefetch-Control', ['off', 'on'], 'off'],
  xFrameOptions: ['X-Frame-Options', ['DENY', 'SAMEORIGIN'], 'SAMEORIGIN'],
  xPermittedCrossDomainPolicies: [
    'X-Permitted-Cross-Domain-Policies',
    ['none', 'master-only', 'by-content-type', 'all'],
    'none',
  ],
} as const;

/** Headers with a fixed value that are sent by default, by option: name and value. */
export const SWITCHES = {
  originAgentCluster: ['Origin-Agent-Cluster', '?1'],
  xContentTypeOptions: ['X-Content-Type-Options', 'nosniff'],
  xDownloadOptions: ['X-Download-Options', 'noopen'],
  xXssProtection: ['X-XSS-Protection', '0'],
} as const;
