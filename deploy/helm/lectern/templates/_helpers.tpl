{{- define "lectern.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "lectern.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "lectern.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "lectern.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "lectern.selectorLabels" -}}
app.kubernetes.io/name: {{ include "lectern.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "lectern.labels" -}}
{{ include "lectern.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "lectern.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{- define "lectern.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "lectern.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "lectern.secretName" -}}
{{- default (include "lectern.fullname" .) .Values.secrets.existingSecret -}}
{{- end -}}

{{/* As text: numbers arrive as floating point, which prints large ones as 1e+07. */}}
{{- define "lectern.text" -}}
{{- if kindIs "float64" . }}{{ int64 . | toString | quote }}{{ else }}{{ toString . | quote }}{{ end -}}
{{- end -}}

{{/* Every setting that is no secret, as the data of a ConfigMap. */}}
{{- define "lectern.config" -}}
{{- $config := .Values.config -}}
{{- if not $config.PUBLIC_URL -}}
{{- fail "Set config.PUBLIC_URL to where callers reach the api, without /v1." -}}
{{- end -}}
{{- if not $config.FILES_URL -}}
{{- fail "Set config.FILES_URL to /~files of the api under a host name of its own, such as https://files.example.com/~files." -}}
{{- end -}}
{{- if and (ne (default "folder" $config.STORAGE) "s3") (not .Values.persistence.enabled) -}}
{{- fail "Files need a place: set config.STORAGE=s3 with its S3_ settings, or persistence.enabled=true." -}}
{{- end -}}
{{- if lt (int .Values.terminationGracePeriodSeconds) (add (int (default "5" $config.DRAIN_SECONDS)) 20 | int) -}}
{{- fail "terminationGracePeriodSeconds must be at least 20 more than config.DRAIN_SECONDS." -}}
{{- end -}}
{{- range $name, $value := $config }}
{{ $name }}: {{ include "lectern.text" $value }}
{{- end }}
{{- if not $config.SITES_URL }}
SITES_URL: "http://{{ include "lectern.fullname" . }}-sites:{{ .Values.service.port }}"
{{- end }}
HOST: "0.0.0.0"
PORT: {{ .Values.ports.http | quote }}
METRICS_HOST: "0.0.0.0"
METRICS_PORT: {{ .Values.ports.metrics | quote }}
{{- end -}}

{{/* The Secret's data, when the chart makes it. */}}
{{- define "lectern.secrets" -}}
{{- $values := .Values.secrets.values -}}
{{- if not (and $values.DATABASE_URL $values.SECRET_KEYS) -}}
{{- fail "Set secrets.existingSecret, or secrets.values.DATABASE_URL and secrets.values.SECRET_KEYS." -}}
{{- end -}}
{{- range $name, $value := $values }}
{{ $name }}: {{ quote $value }}
{{- end }}
{{- end -}}

{{- define "lectern.podSpec" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
securityContext:
  {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- end -}}

{{- define "lectern.scheduling" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .topologySpreadConstraints }}
topologySpreadConstraints:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "lectern.container" -}}
image: {{ include "lectern.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  {{- toYaml .Values.securityContext | nindent 2 }}
{{- end -}}

{{- define "lectern.environment" -}}
envFrom:
  - configMapRef:
      name: {{ include "lectern.fullname" . }}
  - secretRef:
      name: {{ include "lectern.secretName" . }}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end -}}

{{- define "lectern.volumes" -}}
volumes:
  - name: data
    {{- if .Values.persistence.enabled }}
    persistentVolumeClaim:
      claimName: {{ default (include "lectern.fullname" .) .Values.persistence.existingClaim }}
    {{- else }}
    emptyDir: {}
    {{- end }}
  - name: tmp
    emptyDir: {}
{{- end -}}

{{/* A change of settings restarts the pods; one of an existing Secret cannot be seen from here. */}}
{{- define "lectern.checksums" -}}
checksum/config: {{ include "lectern.config" . | sha256sum }}
{{- if not .Values.secrets.existingSecret }}
checksum/secrets: {{ include "lectern.secrets" . | sha256sum }}
{{- end }}
{{- end -}}
