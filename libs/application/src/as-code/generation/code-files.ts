import { setImmediate as otherWork } from 'node:timers/promises';
import { message } from '@slipway/domain/messages';
import { type Attachment, Invalid, tasksOf } from '@slipway/domain/model';
import { maxCharacters } from '@slipway/formats';
import type { Database } from '@slipway/persistence/database';
import type { ReleaseView } from '@slipway/persistence/plans';
import { contentBytes } from '../../attachments/contents.ts';

/** The maximum number of attachment files, within the limit of entries that `apply` accepts in an archive. */
const maxFiles = 1_900;
/** The maximum length of a file name, in characters. */
const maxNameCharacters = 100;

/** The attachment files of generated documents. Each combination of content and name is stored once. */
export class AttachmentFiles {
  readonly #database: Database;
  readonly #all = new Map<string, () => AsyncIterable<Uint8Array>>();
  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the functions that read the files, by path. */
  get all(): ReadonlyMap<string, () => AsyncIterable<Uint8Array>> {
    return this.#all;
  }

  /**
   * Returns the lookup from the id of an attachment of a template to its file name; null for other ids. The lookup
   * throws Invalid above the limit.
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

/** Returns a name that is valid in all archives and file systems. */
const portableName = (name: string): string =>
  [...name.toWellFormed().replaceAll(/[\\/:*?"<>|\p{Cc}\u2028\u2029]/gu, '_')].slice(0, maxNameCharacters).join('');

/** The remaining size of generated documents, within the limit of a request to `apply`. */
export class SizeBudget {
  #left = maxCharacters;
  readonly #signal: AbortSignal | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /**
   * Subtracts the size of the objects, and yields to other work. Throws Invalid above the limit, and the reason of an
   * aborted signal.
   */
  async consume(...objects: readonly object[]): Promise<void> {
    for (const object of objects) this.#left -= JSON.stringify(object).length;
    if (this.#left < 0) throw new Invalid(message('export.tooManyCharacters', { max: maxCharacters }));
    await otherWork();
    this.#signal?.throwIfAborted();
  }
}
