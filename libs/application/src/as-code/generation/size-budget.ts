import { setImmediate as otherWork } from 'node:timers/promises';
import { Invalid } from '@slipway/domain/model';
import { maxCharacters } from '@slipway/formats';

/** The remaining size of generated documents, within the limit of a request to `apply`. */
export class SizeBudget {
  #left = maxCharacters;
  readonly #signal: AbortSignal | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Counts a thing of the documents and lets other work run. Throws Invalid, and the reason of the signal. */
  async consume(...objects: readonly object[]): Promise<void> {
    for (const object of objects) this.#left -= JSON.stringify(object).length;
    if (this.#left < 0)
      throw new Invalid(`path: the documents have more than ${maxCharacters} characters: name a folder below`);
    await otherWork();
    this.#signal?.throwIfAborted();
  }
}
