import { t } from '../../../navigation/text.ts';

export type FollowMode = 'follow' | 'mute';

/** An object that the user follows or has muted. */
export interface FollowedObject {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly mode: FollowMode;
}

/** The mode of one object. */
export interface FollowState {
  /** Null: the mode of the nearest object around it, or the rules. */
  readonly mode: FollowMode | null;
  /** The id of the object whose mode applies; null if there is none. */
  readonly decidedBy: string | null;
}

export const followedPath = '/me/followed';

export const followPath = (id: string): string =>
  `${followedPath}/${encodeURIComponent(id.slice(id.lastIndexOf('/') + 1))}`;

const kinds: Readonly<Record<string, string>> = {
  release: t('Release'),
  template: t('Template'),
  task: t('Task'),
  folder: t('Folder'),
};

/** Returns the name of a kind of object; the kind itself if a later server has added it. */
export const kindLabel = (kind: string): string => kinds[kind] ?? kind;
