import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import type { TeamViewResponse } from '@slipway/api-schema/people';
import { ActionButton } from '../../../components/controls/action-button.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useQuery } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { folderUrl } from '../url-state.ts';
import { copyAsOwn } from './team-draft.ts';

type Teams = readonly TeamViewResponse[];

interface Props {
  readonly folder: FolderResponse;
  /** The effective teams of the folder, which are its own or inherited. */
  readonly teams: Teams;
  /** The id of the folder that owns the effective teams. */
  readonly ownerId: string;
  readonly missingPermission: string | null;
  readonly save: (seenTeams: Teams, listOf: (teams: Teams) => readonly unknown[]) => Promise<void>;
}

/** A link to the teams of a folder. The label is the title, or the id if the user cannot view the folder. */
function FolderLink({ id }: { readonly id: string }) {
  const { value } = useQuery<FolderResponse>(`/folders/${lastSegment(id)}?depth=0`);
  return <Link to={folderUrl(id, { tab: 'teams' })}>{value.value?.title ?? lastSegment(id)}</Link>;
}

/** Shows whether a folder inherits its teams, with a button that changes this. */
export function Inheritance({ folder, teams, ownerId, missingPermission, save }: Props) {
  // The teams when the confirmation was opened
  const seenTeams = useSignal<Teams | null>(null);
  const isOwn = ownerId === folder.id;
  const isAtTop = folder.id.split('/').length === 2;
  const actionLabel = isOwn ? t('Inherit teams') : t('Stop inheriting teams');
  const run = async (): Promise<string> => {
    await save(seenTeams.peek() ?? teams, isOwn ? () => [] : copyAsOwn);
    return isOwn ? t('Teams inherited') : t('Team inheritance stopped');
  };
  return (
    <div class="inheritance">
      <p>
        {isOwn && isAtTop && t('These teams also apply to subfolders without teams of their own.')}
        {isOwn && !isAtTop && t('This folder has its own teams. Teams of parent folders don’t apply.')}
        {!isOwn && (
          <>
            Teams are inherited from <FolderLink id={ownerId} />.
          </>
        )}
      </p>
      {!(isOwn && isAtTop) && (
        <ActionButton missingPermission={missingPermission} run={() => (seenTeams.value = teams)}>
          {actionLabel}…
        </ActionButton>
      )}
      {seenTeams.value !== null && (
        <FormDialog
          title={t`${actionLabel} in ${folder.title}?`}
          submitLabel={actionLabel}
          close={() => (seenTeams.value = null)}
          run={run}
        >
          <p>
            {isOwn
              ? t(
                  'Its own teams are deleted. The teams of the parent folder apply instead, also in subfolders that inherit from it.',
                )
              : t('Starts with a copy of the inherited teams. Later changes to those won’t apply here.')}
          </p>
        </FormDialog>
      )}
    </div>
  );
}
