export declare const bundlesFolder: string;
export declare function keyOfInputs(root?: string): string;
export declare function isBundled(key: string, folder?: string): boolean;
export declare function recordUse(key: string, pid?: number, folder?: string): boolean;
export declare function removeUnused(key: string, keptMs?: number, folder?: string): void;
