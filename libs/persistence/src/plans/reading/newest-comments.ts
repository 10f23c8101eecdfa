import { maxShownCommentBytes } from '@slipway/domain/model';

/** The size of a comment in a response without its text, in bytes. It bounds the number of short comments. */
const bytesPerComment = 200;
/** The size of the time of a line in a response, in bytes. */
const bytesPerLineTime = 60;

/**
 * SQL for the comments of each release in a response, as `c`: the newest ones, up to a number of bytes. All comments
 * stay stored. `where` names their columns with `s.`.
 */
export const newestCommentsSql = (table: 'live_comments' | 'archived_comments', where: string): string => `(
  select * from (
    select s.*, sum(octet_length(s.text) + ${bytesPerComment}
      + coalesce(jsonb_array_length(s.line_times), 0) * ${bytesPerLineTime}) over (partition by s.release_id order by s.date desc, s.seq desc) as bytes
    from ${table} s where ${where}
  ) w where w.bytes <= ${maxShownCommentBytes}) c`;
