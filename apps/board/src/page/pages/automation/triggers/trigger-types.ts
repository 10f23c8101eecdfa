/** A type of triggers, as REST lists them. */
export interface TriggerType {
  readonly type: string;
  readonly title: string;
  readonly description: string;
}

/** What people call a type; one of a plugin that is gone has only its name. */
export const triggerTypeTitle = (types: readonly TriggerType[] | undefined, type: string): string =>
  types?.find((triggerType) => triggerType.type === type)?.title ?? type;
