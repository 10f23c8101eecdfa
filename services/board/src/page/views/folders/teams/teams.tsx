import { useSignal } from '@preact/signals';
import type { FolderAnswer, TeamViewAnswer } from '@slipway/wire';
import { useMemo } from 'preact/hooks';
import { type Asked, useAsked } from '../../../live/use-asked.ts';
import type { Rights } from '../../../live/use-rights.ts';
import { nowAndThen } from '../../../live/wants.ts';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { AddressedTable } from '../../../parts/paged-table.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { useOffers } from '../../../place/offers.ts';
import { columnsOf } from './columns.tsx';
import { ownerOf, type TeamDraft, withoutTeam, withTeam } from './draft.ts';
import { Inheritance } from './inheritance.tsx';
import { Meanwhile, saveTeams, teamsPath } from './save.ts';
import { TeamDialog } from './team-dialog.tsx';

type TeamList = readonly TeamViewAnswer[];

interface Props {
  readonly folder: FolderAnswer;
  readonly rights: Rights;
}

/** The open dialog, with the list at that time. */
type Question = { readonly seen: TeamList } & (
  | { readonly kind: 'team'; readonly draft: TeamDraft; readonly isSystem: boolean }
  | { readonly kind: 'remove'; readonly team: TeamViewAnswer }
);

const newTeam: TeamDraft = { id: null, teamName: '', members: [], permissions: [] };

/** Sends a list that is based on the one at the time of the dialog, and shows the result. */
function useSave(folderId: string, asked: Asked<TeamList>) {
  // The present list after a reported conflict, which the user continues with
  const told = useMemo(() => new WeakMap<TeamList, TeamList>(), []);
  return async (seen: TeamList, listOf: (teams: TeamList) => readonly unknown[]): Promise<void> => {
    const teams = told.get(seen) ?? seen;
    try {
      await saveTeams(folderId, teams, listOf(teams));
    } catch (error) {
      if (error instanceof Meanwhile) told.set(seen, error.teams);
      throw error;
    } finally {
      void asked.refresh();
    }
  };
}

interface OwnProps extends Props {
  readonly teams: TeamList;
  readonly isOwn: boolean;
  readonly save: ReturnType<typeof useSave>;
}

/** The teams themselves, to be changed where they are the folder's own. */
function List({ folder, teams, rights, isOwn, save }: OwnProps) {
  const question = useSignal<Question | null>(null);
  const lacking = rights.lacking('folderTeams');
  const asked = question.value;
  const close = (): void => {
    question.value = null;
  };
  const add = (): void => {
    question.value = { kind: 'team', seen: teams, draft: newTeam, isSystem: false };
  };
  useOffers(isOwn ? [{ name: 'Add a team', lacking, run: add }] : []);
  const columns = columnsOf({
    folderId: folder.id,
    ...(isOwn && {
      steps: {
        lacking,
        change: (team) => (question.value = { kind: 'team', seen: teams, draft: team, isSystem: team.systemTeam }),
        remove: (team) => (question.value = { kind: 'remove', seen: teams, team }),
      },
    }),
  });
  return (
    <>
      {teams.length > 0 && (
        <AddressedTable name="teams" caption="Teams" columns={columns} rows={teams} keyOf={({ id }) => id} />
      )}
      {isOwn && (
        <p>
          <Deed lacking={lacking} run={add}>
            Add a team…
          </Deed>
        </p>
      )}
      {asked?.kind === 'team' && (
        <TeamDialog
          draft={asked.draft}
          isSystem={asked.isSystem}
          close={close}
          save={(draft) => save(asked.seen, (list) => withTeam(list, draft))}
        />
      )}
      {asked?.kind === 'remove' && (
        <FormDialog
          title={`Remove ${asked.team.teamName}`}
          word="Remove"
          close={close}
          run={async () => {
            await save(asked.seen, (list) => withoutTeam(list, asked.team.id));
            return `The team ${asked.team.teamName} was removed.`;
          }}
        >
          <p>Its members lose what it grants in this folder, and in all below that inherits from it.</p>
        </FormDialog>
      )}
    </>
  );
}

/** The teams of a folder: its own, or inherited ones. */
export function Teams({ folder, rights }: Props) {
  const asked = useAsked<TeamList>(teamsPath(folder.id), { wanted: [nowAndThen] });
  const save = useSave(folder.id, asked);
  const teams = asked.value.value;
  if (teams === undefined) return <Refusal sentence={asked.refusal.value} />;
  const owner = ownerOf(teams) ?? folder.id;
  const isOwn = owner === folder.id;
  return (
    <>
      <Inheritance folder={folder} teams={teams} owner={owner} lacking={rights.lacking('folderTeams')} save={save} />
      {rights.isKnown && <Lacking names={[rights.lacking('folderTeams')]} on={folder.id} />}
      <List folder={folder} teams={teams} rights={rights} isOwn={isOwn} save={save} />
    </>
  );
}
