import type { Signal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import type { TeamViewResponse } from '@slipway/api-schema/people';
import type { SavedViewResponse } from '@slipway/api-schema/search';
import { quotedPermissions } from '../../../api/permission-reason.ts';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { missingInFolder, useEditableFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { rootId } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';

/** The users who see a view, as the user has chosen. */
export interface Sharing {
  readonly kind: 'private' | 'all' | 'folder' | 'team' | 'unchanged';
  readonly folderId: string;
  readonly teamId: string;
}

/** Returns the sharing of a view to change; private for a new view. */
export const sharingOf = (view: SavedViewResponse | null): Sharing => ({
  kind: view?.sharedWith === undefined ? 'private' : 'unchanged',
  folderId: '',
  teamId: '',
});

/** Returns the member of the request: null for a private view, undefined if the sharing does not change. */
export function sharingBody({ kind, folderId, teamId }: Sharing) {
  switch (kind) {
    case 'private':
      return null;
    case 'unchanged':
      return undefined;
    case 'all':
      return { folderId: rootId };
    case 'folder':
      return { folderId };
    case 'team':
      return { teamId };
  }
}

const noTopics: readonly Topic[] = [];
const kinds = {
  private: t('Only the owner'),
  all: t('All users'),
  folder: t('All users who can view a folder'),
  team: t('A team of a folder'),
  unchanged: t('The same users as now'),
} as const;
const none = ['', t('Select…')] as const;

const rootPath = `/folders/${rootId}?depth=0&action=changeFolder`;

/** The fields for the users who see a view. They offer the folders that the user can edit. */
export function SharingFields({ sharing }: { readonly sharing: Signal<Sharing> }) {
  const { kind, folderId, teamId } = sharing.value;
  const { folders, refusal, retry } = useEditableFolders(kind === 'folder' || kind === 'team');
  const teams = useEntity<readonly TeamViewResponse[]>(
    kind === 'team' && folderId !== '' ? `/folders/${folderId}/teams` : null,
    noTopics,
  );
  // A view of all users is shared with the root of the folders.
  const root = useEntity<FolderResponse>(rootPath, noTopics).value.value;
  const missingPermission = root === undefined ? null : missingInFolder(root, 'changeFolder');
  const missingName = missingPermission && quotedPermissions(missingPermission);
  const mayShareWithAll = root !== undefined && missingPermission === null;
  const change = (changes: Partial<Sharing>): void => {
    sharing.value = { ...sharing.peek(), ...changes };
  };
  const names = (['private', 'all', 'folder', 'team', 'unchanged'] as const).filter((name) => {
    if (name === 'all') return mayShareWithAll;
    return name !== 'unchanged' || kind === name;
  });
  return (
    <>
      <ChoiceField
        label="Visible to"
        hint={
          missingName === null
            ? undefined
            : t`To share with all users, you need the permission ${missingName} at the top level`
        }
        value={kind}
        options={names.map((name) => [name, kinds[name]] as const)}
        change={(value) => change({ kind: names.find((name) => name === value) ?? 'private' })}
      />
      {(kind === 'folder' || kind === 'team') && (
        <ChoiceField
          label="Folder"
          hint={t('Folders that you can edit')}
          isRequired
          value={folderId}
          options={[none, ...folders.map(({ id, name }) => [id, name] as const)]}
          change={(id) => change({ folderId: id, teamId: '' })}
        />
      )}
      {kind === 'team' && (
        <ChoiceField
          label="Team"
          isRequired
          value={teamId}
          options={[none, ...(teams.value.value ?? []).map(({ id, teamName }) => [id ?? '', teamName] as const)]}
          change={(id) => change({ teamId: id })}
        />
      )}
      <Refusal message={refusal ?? teams.refusal.value} retry={retry ?? teams.retry} />
    </>
  );
}
