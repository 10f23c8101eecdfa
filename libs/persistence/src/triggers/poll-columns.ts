/** SQL that lets a poll go, so that another process may poll. */
export const letPollGo = 'poll_holder = null, poll_until = null';
/** SQL that ends a poll, or makes that of a changed trigger count no more. */
export const forgetPoll = `${letPollGo}, poll_asked_by = null`;
