import { clip, NotFound, neededForTeams, rootFolderId } from '@slipway/domain';
import { type CodeItemOf, differences } from '@slipway/formats';
import { readTeams } from '@slipway/persistence';
import { parsedBy, showTeamViews, teamViewList } from '@slipway/wire';
import { setPlanTeams } from '../people/teams.ts';
import { templateNamed } from '../plans/find.ts';
import { severalOf } from './distinct.ts';
import { seenTemplates } from './naming/meant.ts';
import { changeOfTeams, codeOfTeam } from './people.ts';
import { type CodeRun, keyIn } from './run/run.ts';

type Item = CodeItemOf<'templateTeams'>;

/** The visible top-level template of a title. Throws NotFound, and Conflict if there are several. */
async function templateAtTop(run: CodeRun, title: string): Promise<string> {
  const key = keyIn(rootFolderId, title);
  const [found, other] = await run.ahead.atTop.get(key, () => seenTemplates(run, rootFolderId, title));
  if (found === undefined) throw new NotFound(`there is no template '${clip(title)}' at the top`);
  if (other !== undefined) throw severalOf('templates', title, [found, other]);
  return found;
}

/** Applies a document to the teams of a top-level template. Throws Invalid, NotFound, Forbidden, Conflict. */
export async function applyTemplateTeams(run: CodeRun, { title, teams }: Item): Promise<void> {
  const { context, actor } = run;
  const id = await templateAtTop(run, title);
  const held = await run.ahead.teams.get(id, () => readTeams(context.database, id));
  const change = changeOfTeams(showTeamViews(held, new Map()), teams);
  if (change === null) return;
  const caller = await run.me();
  run.ahead.teams.forget(id);
  const plan = await templateNamed(context.database, caller, id, { needed: neededForTeams, phases: false });
  const list = parsedBy(teamViewList, change.sent, `teams of '${title}'`);
  const after = (await setPlanTeams(context, { caller, actor, plan }, list)).map(codeOfTeam);
  const fields = differences({ teams: change.before }, { teams: after });
  // releases have had teams of their own since they were made
  if (fields.length > 0)
    run.record({ kind: 'Teams', action: 'update', id: `Applications/${id}`, path: title, fields, touched: null });
}
