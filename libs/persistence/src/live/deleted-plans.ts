import { statusSql } from '../database/statuses.ts';

/** SQL that notifies event streams of the deleted or archived plans in `gone`, with id, folder and status. */
export const deletedPlansSql = `insert into plan_changes (release_id, folder_id, template, listed)
  select id, folder_id, status = ${statusSql('TEMPLATE')}, true from gone`;
