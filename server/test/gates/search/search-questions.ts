/** A query with the pages that answer it, by `<space>/<path>`; in all spaces where none is named. */
export interface Question {
  readonly query: string
  readonly space: string | null
  readonly expected: readonly string[]
  readonly kind: string
}

/** Pages of our own in scripts that write no spaces, as a space of the gate. */
export const unspacedPages: Readonly<Record<string, string>> = {
  'zh/custom-domain.md':
    '# 自定义域名\n\n您可以将文档发布到自己的域名。首先在域名服务商处添加一条 CNAME 记录，然后等待证书签发。',
  'zh/change-requests.md':
    '# 变更请求\n\n多人协作时，每个人都在自己的变更请求中编辑。合并之前需要审核者批准。',
  'zh/search.md':
    '# 搜索\n\n搜索会查找标题、小标题和正文。没有权限的空间不会出现在结果里。',
  'zh/backup.md':
    '# 备份与恢复\n\n## 定时备份\n\n数据库每天夜里自动备份一次，保留三十天。\n\n## 恢复\n\n使用命令行工具恢复到任意时间点。',
  'zh/permissions.md':
    '# 成员权限\n\n管理员可以邀请成员，并为每个空间设置角色：阅读、评论、编辑或审核。',
  'ja/getting-started.md':
    '# はじめに\n\nこのガイドではインストールの手順を説明します。サーバーを起動し、最初の組織を作成してください。',
  'ja/webhooks.md':
    '# ウェブフックの設定\n\nページが公開されると、登録したアドレスに通知が送信されます。署名の検証方法も確認してください。',
  'ja/translation.md':
    '# 翻訳\n\n原文が更新されると、翻訳ページに古い段落の印が付きます。用語集を使うと訳語を統一できます。',
  'ja/export.md':
    '# エクスポート\n\n空間の内容は Git リポジトリとして書き出せます。ファイル名と階層はそのまま保たれます。',
  'ko/install.md':
    '# 설치 안내\n\n도커 이미지를 내려받아 실행하면 몇 분 안에 서버가 준비됩니다. 데이터베이스 주소를 환경 변수로 지정하세요.',
  'ko/redirects.md':
    '# 리디렉션\n\n페이지 이름을 바꾸면 이전 주소가 새 주소로 자동 연결됩니다. 직접 규칙을 추가할 수도 있습니다.',
  'ko/comments.md':
    '# 댓글과 토론\n\n문단을 선택하고 댓글을 남기면 작성자에게 알림이 전송됩니다. 해결된 토론은 접힙니다.',
}

export const unspacedQuestions: readonly Question[] = [
  ask('自定义域名', 'zh/custom-domain.md'),
  ask('证书签发', 'zh/custom-domain.md'),
  ask('审核者批准', 'zh/change-requests.md'),
  ask('自动备份数据库', 'zh/backup.md'),
  ask('邀请成员', 'zh/permissions.md'),
  ask('インストール手順', 'ja/getting-started.md'),
  ask('ウェブフック', 'ja/webhooks.md'),
  ask('署名を検証する', 'ja/webhooks.md'),
  ask('用語集', 'ja/translation.md'),
  ask('Gitリポジトリ', 'ja/export.md'),
  ask('ｴｸｽﾎﾟｰﾄ', 'ja/export.md'),
  ask('도커 이미지', 'ko/install.md'),
  ask('이전 주소', 'ko/redirects.md'),
  ask('댓글 알림', 'ko/comments.md'),
]

function ask(query: string, path: string): Question {
  return { query, space: 'unspaced', expected: [`unspaced/${path}`], kind: 'unspaced' }
}

/** A small manual of our own, for when no corpus is given. */
export const manualPages: Readonly<Record<string, string>> = {
  'install/docker.md':
    '# Run with Docker\n\nStart the container with a volume for uploaded files.\n\n## Environment variables\n\n| name | meaning |\n| --- | --- |\n| `DATABASE_URL` | where PostgreSQL listens |\n| `storage.maxUploadBytes` | largest file that is taken |\n',
  'install/kubernetes.md':
    '# Run on Kubernetes\n\nThe Helm chart creates a Deployment and a Service.\n\n## Ingress\n\nTerminate TLS at the ingress controller.\n',
  'admin/backups.md':
    '# Backups\n\nA nightly job dumps the database to object storage.\n\n## Restoring to a point in time\n\nStop the api, then replay the write-ahead log with `lectern-server restore --until`.\n',
  'admin/upgrade.md':
    '# Upgrading\n\nMigrations run before the new release starts. The previous release keeps working on the new schema.\n',
  'admin/monitoring.md':
    '# Monitoring\n\n## Prometheus metrics\n\nScrape the metrics port. Alert when the queue of failed jobs grows.\n',
  'admin/single-sign-on.md':
    '# Single sign-on\n\nConnect an identity provider with SAML. Members are created when they first sign in.\n',
  'write/change-requests.md':
    '# Change requests\n\nEdit on a branch of your own and ask for a review. Conflicts name the paragraph and both sides.\n',
  'write/reusable-content.md':
    '# Reusable content\n\nWrite a paragraph once and show it on several pages.\n',
  'write/expressions.md':
    '# Expressions\n\nUse `space.vars.productName` inside text. Conditions hide blocks from some readers.\n',
  'write/tables.md':
    '# Tables and cards\n\nA column can hold text, numbers, files or people.\n',
  'publish/redirects.md':
    '# Redirects\n\nOld addresses keep working after a page moves. Wildcards match whole folders.\n',
  'publish/custom-domain.md':
    '# Custom domain\n\nAdd a CNAME record. A CAA record must allow the certificate authority.\n',
  'publish/cafe.md': '# Café menu template\n\nA résumé of what a crème brûlée needs.\n',
  'api/pagination.md':
    '# Pagination\n\nEvery list answers `next.page` until the last page is reached.\n\n```ts\nfor await (const page of client.listAllPages()) {}\n```\n',
  'api/rate-limiting.md':
    '# Rate limits\n\nA token that sends too many requests gets status 429 with `Retry-After`.\n',
  'api/webhooks.md':
    '# Webhooks\n\nEvents are delivered at least once. Verify the signature before trusting the payload.\n',
}

export const manualQuestions: readonly Question[] = [
  own('title', 'custom domain', 'publish/custom-domain.md'),
  own('title', 'change requests', 'write/change-requests.md'),
  own('title', 'run on kubernetes', 'install/kubernetes.md', true),
  own('title', 'single sign-on', 'admin/single-sign-on.md'),
  own('heading', 'environment variables', 'install/docker.md'),
  own('heading', 'prometheus metrics', 'admin/monitoring.md', true),
  own('body', 'certificate authority record', 'publish/custom-domain.md'),
  own('body', 'too many requests', 'api/rate-limiting.md'),
  own('body', 'is the old address working after moving a page', 'publish/redirects.md'),
  own('body', 'verify signature', 'api/webhooks.md', true),
  own('phrase', '"previous release keeps working"', 'admin/upgrade.md'),
  own('code', 'space.vars.productName', 'write/expressions.md'),
  own('code', 'listAllPages', 'api/pagination.md', true),
  own('code', 'restore --until', 'admin/backups.md'),
  own('table', 'storage.maxUploadBytes', 'install/docker.md'),
  own('accents', 'creme brulee resume', 'publish/cafe.md'),
  own('prefix', 'reusable con', 'write/reusable-content.md'),
  own('prefix', 'pagin', 'api/pagination.md', true),
  own('prefix', 'write-ahead lo', 'admin/backups.md'),
  own('typo', 'kuberentes ingress', 'install/kubernetes.md'),
  own('typo', 'webhoks', 'api/webhooks.md', true),
  own('typo', 'redirets wildcards', 'publish/redirects.md'),
  own('typo', 'identitty provider', 'admin/single-sign-on.md'),
]

function own(kind: string, query: string, path: string, everywhere = false): Question {
  return {
    query,
    space: everywhere ? null : 'manual',
    expected: [`manual/${path}`],
    kind,
  }
}
