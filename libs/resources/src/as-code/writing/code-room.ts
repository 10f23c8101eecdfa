import { setImmediate as otherWork } from 'node:timers/promises';
import { Invalid } from '@slipway/domain';
import { mostCharacters } from '@slipway/formats';

/** The remaining size of generated documents, within the limit of a request to `apply`. */
export class CodeRoom {
  #left = mostCharacters;
  readonly #signal: AbortSignal | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Counts a thing of the documents and lets other work run. Throws Invalid, and the reason of the signal. */
  async take(...things: readonly object[]): Promise<void> {
    for (const thing of things) this.#left -= JSON.stringify(thing).length;
    if (this.#left < 0)
      throw new Invalid(`path: the documents have more than ${mostCharacters} characters: name a folder below`);
    await otherWork();
    this.#signal?.throwIfAborted();
  }
}
