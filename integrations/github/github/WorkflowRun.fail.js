throw new Error(`run ${runId} of ${workflowId} has the conclusion ${conclusion}`);
