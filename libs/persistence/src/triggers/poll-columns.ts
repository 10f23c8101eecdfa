/** SQL that lets a poll go, so that another process may poll. */
export const releasePollSql = 'poll_holder = null, poll_until = null';
/** SQL that ends a poll, or invalidates that of a changed trigger. */
export const endPollSql = `${releasePollSql}, poll_asked_by = null`;
