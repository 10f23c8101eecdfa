import type { ListedRelease } from '@slipway/api-schema/search';
import { permissionReason } from '../../../api/permission-reason.ts';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { mutate } from '../../../api/rest.ts';
import { isFinished } from '../../../components/marks/status.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { plural, t } from '../../../navigation/text.ts';

/** The input of an action. Each action uses a part of it. */
export interface ActionInput {
  /** The reason of an abort. */
  readonly comment: string;
  readonly owner: string;
  /** The id of the target folder. */
  readonly folder: string;
  readonly addedTags: readonly string[];
  readonly removedTags: readonly string[];
}

export const noInput: ActionInput = { comment: '', owner: '', folder: '', addedTags: [], removedTags: [] };

/** An action on one or several releases. */
export interface ReleaseAction {
  readonly name: 'start' | 'resume' | 'owner' | 'tags' | 'move' | 'abort';
  readonly label: string;
  /** Whether the action needs input, which a dialog requests. */
  readonly hasDialog: boolean;
  readonly permission: keyof ListedRelease['$metadata']['security']['lacking'];
  /** Returns whether the status of the release allows the action. */
  readonly isAvailableFor: (release: Pick<ListedRelease, 'status'>) => boolean;
  /** Why the action is not available for any release. */
  readonly unavailableReason: string;
  /** The result, which follows the number of releases. */
  readonly result: string;
  /** Throws ApiError, OfflineError. */
  readonly send: (release: ListedRelease, input: ActionInput) => Promise<unknown>;
}

const isOpen = (release: Pick<ListedRelease, 'status'>): boolean => !isFinished(release);
const finishedReason = t('Finished releases can’t be changed');
const pathOf = ({ id }: ListedRelease, action = ''): string => `/releases/${lastSegment(id)}${action}`;

/** Returns the tags of a release after a change. */
const changedTags = (
  tags: readonly string[],
  { addedTags, removedTags }: Pick<ActionInput, 'addedTags' | 'removedTags'>,
): readonly string[] => [...new Set([...tags, ...addedTags])].filter((tag) => !removedTags.includes(tag));

const start: ReleaseAction = {
  ...{ name: 'start', label: t('Start'), hasDialog: false, permission: 'startRelease', result: t('started') },
  isAvailableFor: ({ status }) => status === 'PLANNED',
  unavailableReason: t('Only planned releases can be started'),
  send: (release) => mutate('POST', pathOf(release, '/start')),
};
const resume: ReleaseAction = {
  ...{ name: 'resume', label: t('Resume'), hasDialog: false, permission: 'resumeRelease', result: t('resumed') },
  isAvailableFor: ({ status }) => status === 'PAUSED',
  unavailableReason: t('Only paused releases can be resumed'),
  send: (release) => mutate('POST', pathOf(release, '/resume')),
};
const changeOwner: ReleaseAction = {
  ...{ name: 'owner', label: t('Change owner…'), hasDialog: true, permission: 'updateRelease', result: t('changed') },
  isAvailableFor: isOpen,
  unavailableReason: finishedReason,
  send: (release, { owner }) => mutate('PUT', pathOf(release), { owner }),
};
const editTags: ReleaseAction = {
  ...{ name: 'tags', label: t('Edit tags…'), hasDialog: true, permission: 'updateRelease', result: t('changed') },
  isAvailableFor: isOpen,
  unavailableReason: finishedReason,
  send: (release, input) => mutate('PUT', pathOf(release), { tags: changedTags(release.tags, input) }),
};
const move: ReleaseAction = {
  ...{ name: 'move', label: t('Move to folder…'), hasDialog: true, permission: 'updateRelease', result: t('moved') },
  isAvailableFor: isOpen,
  unavailableReason: finishedReason,
  send: (release, { folder }) => mutate('POST', `/folders/${lastSegment(folder)}${pathOf(release)}`),
};
const abort: ReleaseAction = {
  ...{ name: 'abort', label: t('Abort…'), hasDialog: true, permission: 'abortRelease', result: t('aborted') },
  isAvailableFor: isOpen,
  unavailableReason: t('Finished releases can’t be aborted'),
  send: (release, { comment }) => mutate('POST', pathOf(release, '/abort'), { abortComment: comment }),
};

/** The actions on the selected releases. */
export const bulkActions: readonly ReleaseAction[] = [start, changeOwner, editTags, move, abort];
/** The actions on one release. */
export const rowActions: readonly ReleaseAction[] = [start, resume, changeOwner, editTags, move, abort];

/** Returns the number of releases as a text. */
export const countText = (count: number): string => plural(count, '# release', '# releases');

/** The releases to which an action applies, and why it applies to none; null if it applies to at least one. */
export interface Availability {
  readonly releases: readonly ListedRelease[];
  readonly disabledReason: string | null;
}

/** Returns the releases to which an action applies, by status and permission. */
export function availabilityOf(action: ReleaseAction, releases: readonly ListedRelease[]): Availability {
  const live = releases.filter((release) => !release.archived && action.isAvailableFor(release));
  const allowed = live.filter((release) => missingPermissionOn(release, action.permission) === null);
  if (allowed.length > 0) return { releases: allowed, disabledReason: null };
  const [first] = live;
  if (first !== undefined)
    return { releases: [], disabledReason: permissionReason(missingPermissionOn(first, action.permission)) };
  const isArchived = releases.length > 0 && releases.every(({ archived }) => archived);
  return {
    releases: [],
    disabledReason: isArchived ? t('Archived releases can’t be edited') : action.unavailableReason,
  };
}

/** The maximum number of concurrent requests of an action. */
const maxRequests = 8;

/**
 * Runs an action on the releases, each with its own request. Returns the errors (ApiError, OfflineError) by release id.
 */
export async function runAction(
  action: ReleaseAction,
  releases: readonly ListedRelease[],
  input: ActionInput,
): Promise<ReadonlyMap<string, unknown>> {
  const errors = new Map<string, unknown>();
  const remaining = releases.values();
  const work = async (): Promise<void> => {
    for (const release of remaining) {
      try {
        await action.send(release, input);
      } catch (error) {
        errors.set(release.id, error);
      }
    }
  };
  await Promise.all(Array.from({ length: maxRequests }, work));
  return errors;
}
