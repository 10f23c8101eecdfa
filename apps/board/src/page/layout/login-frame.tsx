import type { ComponentChildren } from 'preact';
import CircleCheck from '~icons/lucide/circle-check';
import CircleDashed from '~icons/lucide/circle-dashed';
import CirclePlay from '~icons/lucide/circle-play';
import { Icon, type IconNode } from '../components/marks/icon.tsx';
import { BrandMark } from './brand.tsx';

/** The tasks of the drawn phases, each with its class and icon. */
const phases: readonly (readonly (readonly [string, IconNode])[])[] = [
  [
    ['done', CircleCheck],
    ['done', CircleCheck],
  ],
  [
    ['done', CircleCheck],
    ['run', CirclePlay],
    ['idle', CircleDashed],
  ],
  [
    ['idle', CircleDashed],
    ['idle', CircleDashed],
  ],
];

/** A drawing of a release with three phases. */
const Art = () => (
  <div class="login-art" aria-hidden="true">
    <div class="art-phases">
      {phases.map((tasks, index) => (
        <div key={index} class="art-phase">
          <span class="art-title" />
          {tasks.map(([state, icon], at) => (
            <span key={at} class={`art-task ${state}`}>
              <Icon of={icon} />
              <span class="art-line" />
            </span>
          ))}
        </div>
      ))}
    </div>
    <p>Every release, from the first build to production.</p>
  </div>
);

/** The page without a user: the logo, the content, and on wide screens a drawing beside it. */
export const LoginFrame = ({ children }: { readonly children: ComponentChildren }) => (
  <main class="login">
    <div class="login-column">
      <div class="brand">
        <BrandMark />
        <span>Slipway</span>
      </div>
      {children}
    </div>
    <Art />
  </main>
);
