throw new Error(`checks of ${ref} have failed: ${failedChecks}`);
