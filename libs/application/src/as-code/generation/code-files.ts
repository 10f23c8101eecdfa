import { setImmediate as otherWork } from 'node:timers/promises';
import { message } from '@slipway/domain/messages';
import { type Attachment, Invalid, tasksOf } from '@slipway/domain/model';
import { maxCharacters } from '@slipway/formats';
import type { Database } from '@slipway/persistence/database';
import type { ReleaseView } from '@slipway/persistence/plans';
import { contentBytes } from '../../attachments/contents.ts';

/** Files beside one set of documents: an archive has at most as many entries as apply reads. */
const maxFiles = 1_900;
/** In characters, of the name of a file. */
const maxNameCharacters = 100;

/** The files beside documents that are generated: each content under each of its names once. */
export class AttachmentFiles {
  readonly #database: Database;
  readonly #all = new Map<string, () => AsyncIterable<Uint8Array>>();
  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads them, by their paths. */
  get all(): ReadonlyMap<string, () => AsyncIterable<Uint8Array>> {
    return this.#all;
  }

  /**
   * The name of the file of each attachment of a template, by its id; null for other ids. Throws Invalid above the
   * limit.
   */
  namedBy({ release, passive, details: rest }: ReleaseView): (id: string) => string | null {
    const taskAttachments = [...tasksOf(release)].flatMap(({ id }) => rest.tasks.get(id)?.attachments ?? []);
    const attachmentsById = new Map([...passive.attachments, ...taskAttachments].map((item) => [item.id, item]));
    return (id) => {
      const attachment = attachmentsById.get(id.slice(id.lastIndexOf('/') + 1));
      return attachment === undefined ? null : this.#add(attachment);
    };
  }

  #add({ name, checksum, content }: Attachment): string {
    const path = `attachments/${checksum.slice(0, 12)}-${portableName(name)}`;
    this.#all.set(path, () => contentBytes(this.#database, content));
    if (this.#all.size > maxFiles) throw new Invalid(message('export.tooManyAttachments', { max: maxFiles }));
    return path;
  }
}

/** A name that every archive and disk takes. */
const portableName = (name: string): string =>
  [...name.toWellFormed().replaceAll(/[\\/:*?"<>|\p{Cc}\u2028\u2029]/gu, '_')].slice(0, maxNameCharacters).join('');

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
    if (this.#left < 0) throw new Invalid(message('export.tooManyCharacters', { max: maxCharacters }));
    await otherWork();
    this.#signal?.throwIfAborted();
  }
}
