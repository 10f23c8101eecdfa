import type { StoredFile } from './documents.ts';
import type { Members } from './read-yaml.ts';

/** Titles of folders from the top; none: the top itself. */
export type FolderTitles = readonly string[];

/** A team of a folder; absent members stay as they are. */
export interface CodeTeam {
  readonly name: string;
  readonly members: readonly string[] | null;
  readonly roles: readonly string[] | null;
  readonly permissions: readonly string[] | null;
}

/** An attachment as a document writes it. */
export interface CodeAttachment {
  readonly name: string;
  /** As declared; empty if absent. */
  readonly contentType: string;
  /** the path of its file among those that were sent */
  readonly file: string;
  /** of that file, once it was looked up */
  readonly bytes?: Buffer;
  /** the same where memory does not hold it */
  readonly stored?: StoredFile;
}

/** All attachments of a template, or of one of its tasks. */
export interface CodeHolder {
  /** The position of the task: the number of its phase, from 0, that in it, and so on; empty for the template. */
  readonly at: readonly number[];
  readonly attachments: readonly CodeAttachment[];
}

/** Settings of a folder that are stored and exported, and that the product does not use. */
export const storedKinds = ['dashboard', 'pattern', 'notifications', 'versioning'] as const;
type StoredKind = (typeof storedKinds)[number];

/** An object with a title in a folder. */
interface TitledItem {
  readonly path: FolderTitles;
  readonly title: string;
  readonly code: Members;
  /** The document that contains it, for error messages. */
  readonly location: string;
}

/** One object in a set of documents. `path` is its folder. */
export type CodeItem =
  | { readonly kind: 'folder'; readonly path: FolderTitles }
  | ({ readonly kind: 'template' } & TitledItem)
  /** A connection, a risk profile or a trigger, by its type */
  | ({ readonly kind: 'typed' } & TitledItem)
  | ({ readonly kind: 'variable' } & TitledItem)
  | {
      readonly kind: 'kept';
      readonly path: FolderTitles;
      readonly title: string;
      readonly of: StoredKind;
      readonly code: Members;
    }
  | {
      readonly kind: 'attachments';
      readonly path: FolderTitles;
      /** of the template */
      readonly title: string;
      readonly holders: readonly CodeHolder[];
    }
  | { readonly kind: 'teams'; readonly path: FolderTitles; readonly teams: readonly CodeTeam[] }
  /** of a template at the top */
  | {
      readonly kind: 'templateTeams';
      readonly path: FolderTitles;
      readonly title: string;
      readonly teams: readonly CodeTeam[];
    }
  | { readonly kind: 'role'; readonly title: string; readonly code: Members }
  | { readonly kind: 'user'; readonly title: string; readonly code: Members }
  | { readonly kind: 'release'; readonly path: FolderTitles; readonly title: string; readonly code: Members };

export type CodeItemOf<K extends CodeItem['kind']> = Extract<CodeItem, { readonly kind: K }>;
