import type { MessageInterface } from '@mortise/http-message';

/** Whether the header `X-Requested-With` is `XMLHttpRequest`, in exactly this case. */
export function isXhr(message: MessageInterface): boolean {
  return message.getHeaderLine('X-Requested-With') === 'XMLHttpRequest';
}
