import { Worker } from 'node:worker_threads';

/** Asks `/livez` again and again, beside whatever its process does: the thread of a test is busy with what it sends. */
export interface Watcher {
  /** How long the longest answer took while this was done, in milliseconds. */
  longestBeside(work: () => Promise<unknown>): Promise<number>;
  end(): Promise<void>;
}

const watching = `
  const { parentPort, workerData } = require('node:worker_threads');
  let longest = 0;
  parentPort.on('message', () => { parentPort.postMessage(longest); longest = 0; });
  (async () => {
    for (;;) {
      const began = performance.now();
      await fetch(workerData + '/livez').then((reply) => reply.text());
      longest = Math.max(longest, performance.now() - began);
    }
  })();
`;

/** Watches the server at this address. */
export function watch(url: string): Watcher {
  const worker = new Worker(watching, { eval: true, workerData: url });
  const longestSoFar = () =>
    new Promise<number>((resolve) => {
      worker.once('message', resolve);
      worker.postMessage('told');
    });
  return {
    longestBeside: async (work) => {
      await longestSoFar();
      await work();
      return await longestSoFar();
    },
    end: async () => void (await worker.terminate()),
  };
}
