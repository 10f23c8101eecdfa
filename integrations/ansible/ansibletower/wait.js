// include: ansible/client.js
const again = { script: 'ansibletower/wait.js', seconds: Math.max(wait_interval ?? 60, 1) };
reads = String(Number(reads ?? 0) + 1);
const state = pollJob(again);
if (state !== null) {
  // biome-ignore lint/suspicious/noGlobalAssign: an output of the task has this name
  status = state.status;
  result = JSON.stringify(state);
  endWith(state, stopOnFailure !== false);
} else if (max_retries > 0 && Number(reads) > max_retries)
  throw new Error(`the job ${job} has not ended after ${max_retries} reads`);
