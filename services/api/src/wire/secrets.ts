const none: readonly string[] = [];

/** The properties of a task type that are secrets: sealed when they come, masked when they go. */
export const secretProperties = (type: string): readonly string[] => (type === 'DeployitTask' ? ['password'] : none);
