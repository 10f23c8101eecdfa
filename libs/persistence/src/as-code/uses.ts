import type { Connection } from '../database/database.ts';
import { releasesSql } from '../database/statuses.ts';

/** What of that which runs has to do with a template. */
export interface TemplateUses {
  readonly templateId: string;
  /** in which the template lies */
  readonly folderId: string;
  /** releases made from it that are not over: they keep the plan that they were made with */
  readonly releases: readonly { readonly id: string; readonly title: string; readonly status: string }[];
  readonly releaseCount: number;
  /** enabled triggers that make releases from it; when they are due next, null: when something happens */
  readonly triggers: readonly DueTrigger[];
  /** gates elsewhere that wait for one of those releases, or for a part of it */
  readonly gates: readonly { readonly id: string; readonly title: string; readonly releaseId: string }[];
}

/** Things of one kind that are told of one template. */
const mostTold = 20;

/** A trigger, and the folder in which it lies. */
export interface DueTrigger {
  readonly id: string;
  readonly title: string;
  readonly folderId: string;
  readonly nextFireAt: number | null;
}

const uses = {
  name: 'uses-of-templates',
  text: `select asked.id as "templateId",
      (select folder_id from live_releases r where r.id = asked.id) as "folderId",
      (select count(*) from live_releases r where r.origin_template_id = asked.id and r.status in ${releasesSql.unfinished}) as "releaseCount",
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'status', status)) from (
        select id, title, status from live_releases r
        where r.origin_template_id = asked.id and r.status in ${releasesSql.unfinished} order by title, id limit ${mostTold}) r), '[]') as releases,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'folderId', folder_id,
          'nextFireAt', (extract(epoch from next_fire_at) * 1000)::bigint)) from (
        select id, title, folder_id, next_fire_at from triggers t
        where t.template_id = asked.id and t.enabled order by next_fire_at, title, id limit ${mostTold}) t), '[]') as triggers,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'releaseId', release_id)) from (
        select distinct k.id, k.title, k.release_id from live_releases r
          join awaits a on a.kind = 'target' and a.reference = r.id join live_tasks k on k.id = a.task_id
        where r.origin_template_id = asked.id and r.status in ${releasesSql.unfinished} order by k.title, k.id limit ${mostTold}) k), '[]') as gates
    from unnest($1::text[]) as asked (id)`,
};

/** What of that which runs has to do with these templates; no statement runs when nothing is asked for. */
export const usesOfTemplates = async (
  connection: Connection,
  ids: readonly string[],
): Promise<readonly TemplateUses[]> => (ids.length === 0 ? [] : await connection.query<TemplateUses>(uses, [ids]));
