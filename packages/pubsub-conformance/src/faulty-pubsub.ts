import type { PubSubPair } from './pubsub-case.js';

/** Two buses, and a server that fails for one of them when a case wants it to. */
export interface FaultyPubSub extends PubSubPair {
  /** Ends all connections of `bus` and refuses new ones. */
  stop(): Promise<void> | void;

  /** Keeps the connections of `bus` open and forwards nothing. */
  stall(): Promise<void> | void;

  /** Ends `stop` and `stall`. */
  resume(): Promise<void> | void;

  /** The server closes all connections of `bus` and accepts new ones. */
  cut(): Promise<void> | void;

  /** Removes all of a topic's data on the server, as a restart without data does. */
  loseAll(topic: string): Promise<void>;

  /** Removes the last message of a topic, as a failover to a server that was late does. */
  loseLast(topic: string): Promise<void>;

  /** Closes both buses, their clients and the server. */
  close(): Promise<void>;
}
