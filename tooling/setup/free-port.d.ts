export declare function freePort(wanted?: number): Promise<number>;
