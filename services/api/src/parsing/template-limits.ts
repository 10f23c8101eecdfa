import { isObject, type Json, mostTasks } from '@slipway/domain';
import { BadFile, inLine } from '@slipway/formats';
import { mostMentioned, mostMentions, mostValues } from '../http/body/json.ts';

/** What is left of the limits of one template. */
interface Room {
  tasks: number;
  values: number;
  mentions: number;
  /** the variables that are mentioned */
  readonly names: Set<string>;
}

/**
 * Refuses a template that the schema would need seconds to read before it refused it. `what` names the template. Throws
 * BadFile.
 */
export function requireModest(template: Json, what: string): void {
  const room: Room = { tasks: mostTasks, values: mostValues, mentions: mostMentions, names: new Set() };
  const refused = (limit: string) => new BadFile(`${inLine(what)}: expected at most ${limit}`);
  const walk = (value: Json): void => {
    room.values -= 1;
    if (room.values < 0) throw refused(`${mostValues} values`);
    if (typeof value === 'string') {
      noteMentions(value, room);
      if (room.mentions < 0) throw refused(`${mostMentions} mentions of variables`);
      if (room.names.size > mostMentioned) throw refused(`${mostMentioned} different variables that are mentioned`);
    } else if (Array.isArray(value)) value.forEach(walk);
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) {
        if (name === 'tasks' && Array.isArray(member)) room.tasks -= member.length;
        if (room.tasks < 0) throw refused(`${mostTasks} tasks`);
        walk(member);
      }
  };
  walk(template);
}

function noteMentions(text: string, room: Room): void {
  for (const [, name = ''] of text.matchAll(/\$\{([^}]{0,64})/g)) {
    room.mentions -= 1;
    room.names.add(name);
  }
}
