import { type Message, message, plainText } from '@slipway/domain/messages';
import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';

/** The name of a kind of zip, and its limits. Declared sizes may be wrong: the actual bytes are counted. */
export interface ZipRules {
  /** its name in errors */
  readonly archive: Message;
  readonly entries: number;
  /** bytes of one entry, and of all together */
  readonly entryBytes: number;
  readonly totalBytes: number;
  /** bytes that are kept of one entry, and of all */
  readonly keptOfEntry: number;
  readonly keptBytes: number;
  /** whether a backslash in a name is a slash, as some programs for Windows write it, and `./` before a name is left out */
  readonly mayBeForeign?: true;
  /** Whether it may contain archives, which are not opened. */
  readonly mayHoldArchives: boolean;
  /** leaves out an entry with an unsafe name unread and continues; without it the zip is refused */
  readonly leaveOut?: (name: string, reason: Message) => void;
  /** whether entries that are not kept may have any size and be packed however well: `totalBytes` bounds them alone */
  readonly othersAreLarge?: true;
}

/** Bytes that come out for one that went in. */
export const maxRatio = 100;
/** Bytes of files that may repeat themselves more. */
const smallFileBytes = 64 * 1024;

/** Whether the compression ratio of a file indicates a zip bomb. */
export const isBomb = (bytes: number, packedBytes: number): boolean =>
  bytes > smallFileBytes && bytes > maxRatio * packedBytes;

const maxNameLength = 200;
/** Archives in archives are never opened, so nothing of them could work. */
const archiveName = /\.(?:jar|war|ear|zip|xlr|gz|tgz|tar)$/i;

/** Why a file of this name cannot be in such a zip; null when it can. */
function nameFault(name: string, { mayHoldArchives }: ZipRules): Message | null {
  if (name === '' || name.length > maxNameLength) return message('zipEntry.badName', { max: maxNameLength });
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return message('zipEntry.controlCharacter');
  if (/[\\:]/.test(name)) return message('zipEntry.backslash');
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return message('zipEntry.unsafePath');
  }
  return archiveName.test(name) && !mayHoldArchives ? message('zipEntry.nestedArchive') : null;
}

/**
 * Returns the name as the entry has it: a backslash stays one. Where the zip may be foreign, a backslash becomes a slash and
 * `./` before the name is left out.
 */
export function nameOf(entry: Entry, { mayBeForeign }: Pick<ZipRules, 'mayBeForeign'> = {}): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, !mayBeForeign);
  return mayBeForeign ? name.replace(/^(?:\.\/)+(?=.)/, '') : name;
}

/** The names of a zip so far, and those of the files that are wanted. */
interface NameCheck {
  readonly seen: Set<string>;
  readonly isWanted: (name: string) => boolean;
}

/**
 * Returns the name of an entry and adds it to those `seen`; null for a name that the rules leave out. Throws BadFile for
 * any other name that could mean anything but one file inside.
 */
export function safeNameOf(entry: Entry, { seen, isWanted }: NameCheck, rules: ZipRules): string | null {
  const name = nameOf(entry, rules);
  const { archive, leaveOut } = rules;
  const invalid = validateFileName(name);
  const reason = invalid === null ? nameFault(name, rules) : message('zipEntry.outsidePath');
  if (reason !== null) {
    if (leaveOut === undefined) {
      throw new BadFile(
        invalid === null
          ? message('archive.badName', { archive, name: toSingleLine(name), problem: reason })
          : message('archive.unreadable', { archive, problem: plainText(toSingleLine(invalid)) }),
      );
    }
    leaveOut(name, reason);
    return null;
  }
  if (seen.has(name)) {
    // of a file that is read, two versions are ambiguous
    if (leaveOut === undefined || isWanted(name))
      throw new BadFile(message('archive.duplicateEntry', { archive, name: toSingleLine(name) }));
    leaveOut(name, message('zipEntry.duplicate'));
    return null;
  }
  seen.add(name);
  return name;
}

const kindOf = (entry: Entry): number => (entry.externalFileAttributes >>> 16) & 0o170000;
const regularKinds = new Set([0, 0o100000, 0o040000]);

/** Throws BadFile for links, devices, encrypted entries, and unsupported compression methods. */
export function requireRegular(entry: Entry, archive: Message): void {
  const name = toSingleLine(nameOf(entry));
  if (!regularKinds.has(kindOf(entry))) throw new BadFile(message('archive.notAFile', { name, archive }));
  if (entry.isEncrypted() || (entry.generalPurposeBitFlag & 0x41) !== 0) {
    throw new BadFile(message('archive.encrypted', { name, archive }));
  }
  if (!entry.canDecodeFileData()) throw new BadFile(message('archive.unknownCompression', { name, archive }));
}
