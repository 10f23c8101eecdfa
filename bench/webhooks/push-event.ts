/**
 * A push event in the format of a well-known repository host, reduced to the members that scripts and triggers read.
 */
export const pushEvent = JSON.stringify({
  ref: 'refs/heads/main',
  before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
  after: '59b20b8d5c6ff8d09518454d4dd8b7b30f095ab5',
  repository: {
    id: 186853002,
    name: 'shop',
    full_name: 'acme/shop',
    private: true,
    owner: { name: 'acme', email: 'build@acme.example', login: 'acme', id: 21031067, type: 'Organization' },
    html_url: 'https://git.acme.example/acme/shop',
    description: 'The shop, its checkout and its catalogue',
    default_branch: 'main',
    topics: ['shop', 'checkout', 'typescript'],
  },
  pusher: { name: 'jane', email: 'jane@acme.example' },
  sender: { login: 'jane', id: 21031068, type: 'User', site_admin: false },
  created: false,
  deleted: false,
  forced: false,
  compare: 'https://git.acme.example/acme/shop/compare/6113728f27ae...59b20b8d5c6f',
  commits: [1, 2, 3].map((number) => ({
    id: `59b20b8d5c6ff8d09518454d4dd8b7b30f095ab${number}`,
    message: `Step ${number} of the new checkout`,
    timestamp: `2026-11-20T12:0${number}:00+01:00`,
    author: { name: 'Jane', email: 'jane@acme.example', username: 'jane' },
    added: [`src/checkout/step-${number}.ts`],
    removed: [],
    modified: ['src/checkout/index.ts', 'README.md'],
  })),
});
