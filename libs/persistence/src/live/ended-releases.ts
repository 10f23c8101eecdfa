import { releasesSql } from '../database/statuses.ts';

// The outbox of insights: releases whose facts are to be computed or removed.

/** SQL that records ended releases, from the rows `r` of the statement that ends them. */
export const endedReleasesSql = 'insert into insight_pending (release_id) select r.id from r on conflict do nothing';

/** SQL that records deleted releases, from the rows `gone` of the statement that deletes them. */
export const deletedReleasesSql = `insert into insight_pending (release_id, deleted)
    select id, true from gone where status in ${releasesSql.over}
    on conflict (release_id) do update set deleted = true, at = now()`;

/**
 * SQL that records the folder `$1` and its subfolders before their deletion. Archived releases move to the parent folder,
 * and so do the facts of releases, also of those that were purged.
 */
export const deletedFoldersSql = `insert into insight_moved_folders (folder_id, target_id)
    select f.id, (select parent_id from folders where id = $1) from folders f where f.path @> array[$1]
    on conflict (folder_id) do update set target_id = excluded.target_id, at = now()`;
