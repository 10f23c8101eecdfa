import { parseAs } from '@slipway/api-schema/as-code';
import { showTeamViews, teamViewList } from '@slipway/api-schema/people';
import { rootFolderId } from '@slipway/domain/ids';
import { clip, NotFound } from '@slipway/domain/model';
import { neededForTeams } from '@slipway/domain/people';
import { type CodeItemOf, differences } from '@slipway/formats';
import { readTeams } from '@slipway/persistence/people';
import { setPlanTeams } from '../people/teams.ts';
import { getTemplate } from '../plans/find.ts';
import { ambiguousTitle } from './distinct-items.ts';
import { visibleTemplates } from './naming/resolve-names.ts';
import { changeOfTeams, codeOfTeam } from './people.ts';
import { type CodeRun, folderKey } from './run/run.ts';

type Item = CodeItemOf<'templateTeams'>;

/** The visible top-level template of a title. Throws NotFound, and Conflict if there are several. */
async function getTopTemplate(run: CodeRun, title: string): Promise<string> {
  const key = folderKey(rootFolderId, title);
  const [templateId, otherId] = await run.preloaded.atTop.get(key, () => visibleTemplates(run, rootFolderId, title));
  if (templateId === undefined) throw new NotFound(`there is no template '${clip(title)}' at the top`);
  if (otherId !== undefined) throw ambiguousTitle('templates', title, [templateId, otherId]);
  return templateId;
}

/** Applies a document to the teams of a top-level template. Throws Invalid, NotFound, Forbidden, Conflict. */
export async function applyTemplateTeams(run: CodeRun, { title, teams }: Item): Promise<void> {
  const { context, actor } = run;
  const id = await getTopTemplate(run, title);
  const scopeTeams = await run.preloaded.teams.get(id, () => readTeams(context.database, id));
  const change = changeOfTeams(showTeamViews(scopeTeams, new Map()), teams);
  if (change === null) return;
  const caller = await run.me();
  run.preloaded.teams.evict(id);
  const plan = await getTemplate(context.database, caller, id, { needed: neededForTeams, phases: false });
  const list = parseAs(teamViewList, change.sent, `teams of '${title}'`);
  const after = (await setPlanTeams(context, { caller, actor, plan }, list)).map(codeOfTeam);
  const fields = differences({ teams: change.before }, { teams: after });
  // releases have had teams of their own since they were made
  if (fields.length > 0)
    run.record({ kind: 'Teams', action: 'update', id: `Applications/${id}`, path: title, fields, touched: null });
}
