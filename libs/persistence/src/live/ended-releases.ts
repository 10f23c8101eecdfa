import { releasesSql } from '../database/statuses.ts';

// The outbox of insights: releases whose facts are to be computed or removed.

/** SQL that records ended releases, from the rows `r` of the statement that ends them. */
export const endedReleasesSql = 'insert into insight_pending (release_id) select r.id from r on conflict do nothing';

/** SQL that records deleted releases, from the rows `gone` of the statement that deletes them. */
export const deletedReleasesSql = `insert into insight_pending (release_id, deleted)
    select id, true from gone where status in ${releasesSql.over}
    on conflict (release_id) do update set deleted = true, at = now()`;
