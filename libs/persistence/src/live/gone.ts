import { statusSql } from '../database/statuses.ts';

/** SQL that tells event streams of the plans in `gone`, with id, folder and status, which live no more. */
export const goneSql = `insert into plan_changes (release_id, folder_id, template, listed)
  select id, folder_id, status = ${statusSql('TEMPLATE')}, true from gone`;
