import { gateType } from '@slipway/domain/model';
import type { Knex } from 'knex';

/** Activity types of plan changes, as of this migration. */
const changes = `'RELEASE_UPDATED', 'RELEASE_RESTARTED', 'RELEASE_VARIABLE_CREATED', 'RELEASE_VARIABLE_UPDATED',
  'RELEASE_VARIABLE_VALUE_UPDATED', 'RELEASE_VARIABLE_DELETED', 'RELEASE_VARIABLE_REPLACED', 'PHASE_CREATED',
  'PHASE_UPDATED', 'PHASE_MOVED', 'PHASE_COPIED', 'PHASE_DELETED', 'TASK_CREATED', 'TASK_UPDATED', 'TASK_MOVED',
  'TASK_TYPE_CHANGED', 'TASK_COPIED', 'TASK_DELETED', 'GATE_CONDITION_CREATED', 'GATE_CONDITION_UPDATED',
  'GATE_CONDITION_DELETED', 'DEPENDENCY_CREATED', 'DEPENDENCY_DELETED'`;

/** What these lines have at one end of the log: the name of a person, and not of the product. */
const nameAt = (end: 'asc' | 'desc', condition: string): string =>
  `(array_agg(a.username order by a.seq ${end}) filter (where ${condition} and a.username <> 'SYSTEM'))[1]`;

/**
 * Releases that have not ended learn from their logs who has created, started and last changed them and their gates: from
 * now on gates may ask for approvals of others.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    with open as (
      select id from live_releases where status not in ('TEMPLATE', 'COMPLETED', 'ABORTED')
    ), authors as (
      select a.release_id,
        ${nameAt('asc', `a.activity_type like 'RELEASE_CREATED%'`)} as created,
        ${nameAt('asc', `a.activity_type like 'RELEASE_STARTED%'`)} as started,
        ${nameAt('desc', `a.activity_type in (${changes})`)} as changed
      from live_activities a join open on open.id = a.release_id
      group by a.release_id
    )
    update live_releases r set rest = r.rest || jsonb_build_object('authorship', jsonb_build_object(
      'createdBy', created, 'startedBy', started, 'changedBy', changed, 'revision', 1))
    from authors where r.id = authors.release_id
  `);
  await knex.raw(`
    with authors as (
      select t.id,
        ${nameAt('asc', `a.activity_type in ('TASK_CREATED', 'TASK_COPIED')`)} as created,
        ${nameAt('desc', `a.activity_type in (${changes})`)} as changed
      from live_tasks t
        join live_releases r on r.id = t.release_id and r.status not in ('TEMPLATE', 'COMPLETED', 'ABORTED')
        join live_activities a on a.release_id = t.release_id and a.target_id = t.id
      where t.type = '${gateType}' and t.status not in ('COMPLETED', 'SKIPPED', 'ABORTED')
      group by t.id
    )
    update live_tasks t set run = coalesce(t.run, '{}') || jsonb_build_object('signing', jsonb_build_object(
      'createdBy', created, 'changedBy', changed, 'revision', 1, 'verdicts', '[]'::jsonb))
    from authors where t.id = authors.id and (created is not null or changed is not null)
  `);
}
