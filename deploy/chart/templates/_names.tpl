{{- /* The name of a part: (list . "api") */ -}}
{{- define "bindery.name" -}}
{{- $root := index . 0 -}}
{{- printf "%s-%s" (trunc 40 $root.Release.Name | trimSuffix "-") (index . 1) -}}
{{- end -}}

{{- define "bindery.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: bindery
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "bindery.labels" -}}
{{- $root := index . 0 -}}
{{ include "bindery.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- end -}}

{{- define "bindery.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end -}}

{{- /* The API inside the cluster. */ -}}
{{- define "bindery.apiUrl" -}}
http://{{ include "bindery.name" (list . "api") }}.{{ .Release.Namespace }}.svc
{{- end -}}
