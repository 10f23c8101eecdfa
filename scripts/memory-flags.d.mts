/** What Node is started with, before the file that it runs. */
export const memoryFlags: readonly string[];
