import { setImmediate as otherWork } from 'node:timers/promises';
import { Invalid } from '@slipway/domain';
import { mostCharacters } from '@slipway/formats';

/** What is left of the limit of generated documents: what `apply` reads of one request. */
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
