import type { StoredFile } from './documents.ts';
import type { Members } from './read-yaml.ts';

/** The titles of a folder and its parents, from the top level; empty: the root. */
export type FolderTitles = readonly string[];

/** A team of a folder. Absent members keep their values. */
export interface CodeTeam {
  readonly name: string;
  readonly members: readonly string[] | null;
  readonly roles: readonly string[] | null;
  readonly permissions: readonly string[] | null;
}

/** An attachment in a document. */
export interface CodeAttachment {
  readonly name: string;
  /** the declared media type; empty if absent */
  readonly contentType: string;
  /** the path of the uploaded file */
  readonly file: string;
  /** the content of the file, after the lookup */
  readonly bytes?: Buffer;
  /** the data of a file that is not in memory, after the lookup */
  readonly stored?: StoredFile;
}

/** All attachments of a template, or of one of its tasks. */
export interface CodeHolder {
  /**
   * The position of the task: the indexes of its phase, of the task in it, and of nested tasks, each from 0. Empty for
   * the template.
   */
  readonly at: readonly number[];
  readonly attachments: readonly CodeAttachment[];
}

/** The settings of a folder that are stored and exported, but have no effect. */
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
  /** a configuration, a risk profile or a trigger, depending on its type */
  | ({ readonly kind: 'typed' } & TitledItem)
  | ({ readonly kind: 'variable' } & TitledItem)
  | {
      readonly kind: 'storedSetting';
      readonly path: FolderTitles;
      readonly title: string;
      readonly of: StoredKind;
      readonly code: Members;
    }
  | {
      readonly kind: 'attachments';
      readonly path: FolderTitles;
      /** the title of the template */
      readonly title: string;
      readonly holders: readonly CodeHolder[];
    }
  | { readonly kind: 'teams'; readonly path: FolderTitles; readonly teams: readonly CodeTeam[] }
  /** the teams of a top-level template */
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
