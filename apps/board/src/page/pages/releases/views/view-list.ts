import type { SavedViewResponse } from '@slipway/api-schema/search';
import type { Entity } from '../../../api/entity.ts';
import { fullNameOf } from '../../../api/full-names.ts';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { rootId } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';

/** Saved views have no events. The dialogs load them again. */
const noTopics: readonly Topic[] = [];

export type Views = Entity<readonly SavedViewResponse[]>;

/** Returns the saved views of the user, and those that are shared with the user. */
export const useSavedViews = (): Views => useEntity<readonly SavedViewResponse[]>('/me/views', noTopics);

/** Returns the saved views of the list of releases. */
export const releaseViews = ({ value }: Views): readonly SavedViewResponse[] =>
  (value.value ?? []).filter(({ address }) => address.startsWith('/releases'));

interface ViewAddress {
  readonly id: string;
  readonly address: string;
}

/**
 * Returns the id of the view with an address: the opened one of several with the same address, or else the first one;
 * undefined if no view has it.
 */
export function currentView(views: readonly ViewAddress[], address: string, openedId: string | null) {
  const matches = views.filter((view) => view.address === address);
  return (matches.find(({ id }) => id === openedId) ?? matches[0])?.id;
}

/** Returns the owner of a shared view, and the folder or team with which it is shared; undefined for a private view. */
export function sharingText({ owner: username, sharedWith }: SavedViewResponse): string | undefined {
  if (sharedWith === undefined) return undefined;
  const owner = fullNameOf(username);
  const { folderId, teamId, title } = sharedWith;
  if (folderId === rootId) return t`Shared by ${owner} with all users`;
  if (title === undefined) return t`Shared by ${owner}`;
  return teamId === undefined
    ? t`Shared by ${owner} with the folder ${title}`
    : t`Shared by ${owner} with the team ${title}`;
}
