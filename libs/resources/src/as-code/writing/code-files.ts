import { type Attachment, Invalid, tasksOf } from '@slipway/domain';
import type { Database, ReleaseView } from '@slipway/persistence';
import { contentBytes } from '../../attachments/contents.ts';

/** Files beside one set of documents: an archive has at most as many entries as apply reads. */
const mostFiles = 1_900;
/** In characters, of the name of a file. */
const longestName = 100;

/** The files beside documents that are generated: each content under each of its names once. */
export class Files {
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
  namedBy({ release, passive, rest }: ReleaseView): (id: string) => string | null {
    const ofTasks = [...tasksOf(release)].flatMap(({ id }) => rest.tasks.get(id)?.attachments ?? []);
    const known = new Map([...passive.attachments, ...ofTasks].map((each) => [each.id, each]));
    return (id) => {
      const attachment = known.get(id.slice(id.lastIndexOf('/') + 1));
      return attachment === undefined ? null : this.#add(attachment);
    };
  }

  #add({ name, checksum, content }: Attachment): string {
    const path = `attachments/${checksum.slice(0, 12)}-${plainName(name)}`;
    this.#all.set(path, () => contentBytes(this.#database, content));
    if (this.#all.size > mostFiles) throw new Invalid(`path: more than ${mostFiles} attachments: name a folder below`);
    return path;
  }
}

/** A name that every archive and disk takes. */
const plainName = (name: string): string =>
  [...name.toWellFormed().replaceAll(/[\\/:*?"<>|\p{Cc}\u2028\u2029]/gu, '_')].slice(0, longestName).join('');
