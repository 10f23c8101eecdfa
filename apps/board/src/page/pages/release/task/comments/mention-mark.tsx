import { mentionsOf } from '@slipway/domain/mentions';
import type { ComponentChildren } from 'preact';

/**
 * Returns a function that renders the mentions of existing users in a text as marks. Other text, such as unknown names,
 * stays as it is.
 */
export const markMentions =
  (users: readonly string[] = []) =>
  (text: string): ComponentChildren => {
    const parts: ComponentChildren[] = [];
    let end = 0;
    for (const { name, index } of mentionsOf(text)) {
      const user = users.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
      if (user === undefined) continue;
      parts.push(
        text.slice(end, index),
        <bdi key={index} class="tag">
          @{user}
        </bdi>,
      );
      end = index + name.length + 1;
    }
    return end === 0 ? text : [...parts, text.slice(end)];
  };
