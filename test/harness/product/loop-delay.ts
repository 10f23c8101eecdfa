import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isLong } from '../test-length.ts';

/** Measures the event loop of a product that was started with its settings. */
export interface LoopDelayMeter {
  readonly env: Readonly<Record<string, string>>;
  /**
   * Returns the longest delay of the event loop during this work, in milliseconds. The short run shares its machine,
   * so it returns the longest processor time of the main thread within one turn of the loop.
   */
  measure(work: () => Promise<unknown>): Promise<number>;
}

export function createLoopDelayMeter(): LoopDelayMeter {
  const socket = join(mkdtempSync(join(tmpdir(), 'slipway-test-')), 'delay');
  const readMaxDelay = async () => {
    const [delay, processor] = (await text(connect(socket))).split(' ').map(Number);
    return (isLong ? delay : processor) ?? Number.NaN;
  };
  return {
    env: { NODE_OPTIONS: '--import ./test/harness/product/loop-delay.mjs', LOOP_DELAY_SOCKET: socket },
    measure: async (work) => {
      await readMaxDelay();
      await work();
      return await readMaxDelay();
    },
  };
}
