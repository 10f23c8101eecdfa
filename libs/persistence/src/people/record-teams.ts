import type { Json } from '@slipway/domain/model';
import type { Team } from '@slipway/domain/people';
import { type Actor, writeAudit } from '../audit/write-audit.ts';
import type { Connection } from '../database/database.ts';

/** A change of the teams that a folder, template or release has; null: none of its own. */
interface TeamsChange {
  readonly actor: Actor;
  /** last segment of the id of what has them */
  readonly scopeId: string;
  readonly before: readonly Team[] | null;
  readonly after: readonly Team[] | null;
}

const toAuditJson = (teams: readonly Team[] | null): Json =>
  teams?.map(({ name, permissions, members }) => ({
    name,
    permissions: [...permissions],
    members: members.map((member) => member.name),
  })) ?? null;

/** Records the new permissions, in the transaction of the change. */
export async function recordTeams(
  connection: Connection,
  { actor, scopeId, before, after }: TeamsChange,
): Promise<void> {
  const action = after === null ? 'TEAMS_INHERITED' : 'TEAMS_UPDATED';
  await writeAudit(connection, {
    actor,
    action,
    subject: scopeId,
    before: toAuditJson(before),
    after: toAuditJson(after),
  });
}
