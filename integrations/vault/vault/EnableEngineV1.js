// include: vault/engine.js
enableEngine('1');
