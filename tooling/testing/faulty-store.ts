import type { StoreInterface } from '@mortise/store';
import { storeAt } from './store-at.js';
import { tcpProxy, type TcpProxy } from './tcp-proxy.js';

/** A store on a real server, with a proxy between them whose faults a test chooses. */
export interface FaultyStore extends Omit<TcpProxy, 'url'> {
  /** With a timeout of 1,000 ms. */
  readonly store: StoreInterface;
}

/** @param url of a Redis or PostgreSQL server. @param table of the store in PostgreSQL */
export async function faultyStore(url: string, table: string): Promise<FaultyStore> {
  const proxy = await tcpProxy(url);
  const connected = await storeAt(proxy.url, { table, timeout: 1_000 });
  return {
    ...proxy,
    store: connected.store,
    close: async () => {
      proxy.cut();
      await connected.close();
      await proxy.close();
    },
  };
}
