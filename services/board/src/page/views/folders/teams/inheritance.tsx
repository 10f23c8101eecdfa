import { useSignal } from '@preact/signals';
import type { FolderAnswer, TeamViewAnswer } from '@slipway/wire';
import { useAsked } from '../../../live/use-asked.ts';
import { Deed } from '../../../parts/deed.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { addressOf } from '../spot.ts';
import { asOwn } from './draft.ts';

type Teams = readonly TeamViewAnswer[];

interface Props {
  readonly folder: FolderAnswer;
  /** that hold here */
  readonly teams: Teams;
  /** the id of the folder whose teams hold here */
  readonly owner: string;
  readonly lacking: string | null;
  readonly save: (seen: Teams, listOf: (teams: Teams) => readonly unknown[]) => Promise<void>;
}

/** A folder by its title; of one that the viewer may not see, its id. */
function Named({ id }: { readonly id: string }) {
  const { value } = useAsked<FolderAnswer>(`/folders/${lastOf(id)}?depth=0`);
  return <Link to={addressOf(id, { form: 'teams' })}>{value.value?.title ?? lastOf(id)}</Link>;
}

/** Whose teams hold in a folder, and the way to have it the other way round. */
export function Inheritance({ folder, teams, owner, lacking, save }: Props) {
  // The teams at the time of the question
  const seen = useSignal<Teams | null>(null);
  const isOwn = owner === folder.id;
  const isAtTop = folder.id.split('/').length === 2;
  const word = isOwn ? 'Inherit again' : 'Give it teams of its own';
  const run = async (): Promise<string> => {
    await save(seen.peek() ?? teams, isOwn ? () => [] : asOwn);
    return isOwn ? `${folder.title} inherits its teams again.` : `${folder.title} has teams of its own now.`;
  };
  return (
    <>
      <p>
        {isOwn ? (
          'These teams are this folder’s own; nothing of the folders above counts here.'
        ) : (
          <>
            This folder inherits its teams from <Named id={owner} />, where they are changed.
          </>
        )}
      </p>
      {!(isOwn && isAtTop) && (
        <p>
          <Deed lacking={lacking} run={() => (seen.value = teams)}>
            {word}…
          </Deed>
        </p>
      )}
      {seen.value !== null && (
        <FormDialog title={`${word}: ${folder.title}`} word={word} close={() => (seen.value = null)} run={run}>
          <p>
            {isOwn
              ? 'Its own teams are removed, and those of the folder above it hold from then on, for all below that inherits from it, too.'
              : 'It begins with the teams that it inherits now. Later changes of those do not reach it.'}
          </p>
        </FormDialog>
      )}
    </>
  );
}
